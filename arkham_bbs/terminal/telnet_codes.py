"""Telnet's bytes by name, and how they are put together for the wire.

Room: terminal. Imports telnetlib3's constants only.
Source: RFC 854, 857, 858, 860, 885, 1073, 1091, 1572, 2066; GMCP and MSSP as MUD clients have them.
"""

from __future__ import annotations

from telnetlib3 import telopt

DO, DONT, WILL, WONT = telopt.DO[0], telopt.DONT[0], telopt.WILL[0], telopt.WONT[0]
IAC, SB, SE = telopt.IAC[0], telopt.SB[0], telopt.SE[0]
GA, NOP, AYT, IP, BRK = telopt.GA[0], telopt.NOP[0], telopt.AYT[0], telopt.IP[0], telopt.BRK[0]
EC, EL, DM = telopt.EC[0], telopt.EL[0], telopt.DM[0]
CMD_EOR, ABORT, SUSP = telopt.CMD_EOR[0], telopt.ABORT[0], telopt.SUSP[0]
BINARY, ECHO, SGA, TM = telopt.BINARY[0], telopt.ECHO[0], telopt.SGA[0], telopt.TM[0]
TTYPE, EOR, NAWS, NEW_ENVIRON = (
    telopt.TTYPE[0],
    telopt.EOR[0],
    telopt.NAWS[0],
    telopt.NEW_ENVIRON[0],
)
CHARSET, MSSP, GMCP = telopt.CHARSET[0], telopt.MSSP[0], telopt.GMCP[0]
IS, SEND = telopt.IS[0], telopt.SEND[0]
VAR, VALUE, ESC, USERVAR = telopt.VAR[0], telopt.VALUE[0], telopt.ESC[0], telopt.USERVAR[0]
REQUEST, ACCEPTED, REJECTED = telopt.REQUEST[0], telopt.ACCEPTED[0], telopt.REJECTED[0]


def doubled(data: bytes) -> bytes:
    """Double every IAC, as it must be where it is no command."""
    return data.replace(b"\xff", b"\xff\xff")


def subnegotiation(option: int, body: bytes) -> bytes:
    """Put a subnegotiation between its marks."""
    return bytes((IAC, SB, option)) + doubled(body) + bytes((IAC, SE))
