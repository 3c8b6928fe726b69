"""Sending laid-out pages to a printer, through the dialog of the system."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPageLayout, QPageSize, QPainter
from PySide6.QtPrintSupport import QPrinter

PRINT_DPI = 300


def prepare_printer(title: str, *, letter: bool, landscape: bool) -> QPrinter:
    """Return a printer that is set to the paper of the pages."""
    printer = QPrinter(QPrinter.PrinterMode.HighResolution)
    printer.setDocName(title)
    size = QPageSize.PageSizeId.Letter if letter else QPageSize.PageSizeId.A4
    printer.setPageSize(QPageSize(size))
    orientation = QPageLayout.Orientation.Landscape if landscape else QPageLayout.Orientation.Portrait
    printer.setPageOrientation(orientation)
    printer.setFullPage(True)
    printer.setColorMode(QPrinter.ColorMode.GrayScale)
    return printer


def print_pages(printer: QPrinter, pictures: Sequence[bytes]) -> int:
    """Print pages, PNG pictures of the whole paper; return how many. Only those in the chosen range are printed."""
    first = printer.fromPage() or 1
    last = printer.toPage() or len(pictures)
    chosen = list(pictures)[first - 1 : last]
    painter = QPainter()
    if not chosen or not painter.begin(printer):
        return 0
    try:
        for number, picture in enumerate(chosen):
            if number:
                printer.newPage()
            image = QImage.fromData(picture)
            painter.drawImage(QRectF(painter.viewport()), image, QRectF(image.rect()))
    finally:
        painter.end()
    return len(chosen)
