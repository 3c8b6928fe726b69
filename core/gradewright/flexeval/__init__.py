"""Runs as FlexEval describes them: functions and rubrics over conversations, turns and messages, with dependencies."""
