"""The exception that everything here raises for what stops the task at hand."""


class Error(Exception):
    """What went wrong, and where.

    ``kind`` is ``"usage"`` (something was asked for that does not exist or does not fit together), ``"input"`` (the
    data is malformed) or ``"system"`` (disk, memory). ``file``, ``line`` and ``column`` say where in the input; ``""`` and 0
    mean "not known". ``reason`` is the message without its place.
    """

    def __init__(
        self, message: str, kind: str = "usage", file: str = "", line: int = 0, column: int = 0, reason: str = ""
    ) -> None:
        super().__init__(message)
        self.kind = kind
        self.file = file
        self.line = line
        self.column = column
        self.reason = reason or message
