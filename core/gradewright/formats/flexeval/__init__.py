"""FlexEval's files: rubrics in YAML, conversations in JSON lines, and runs."""
