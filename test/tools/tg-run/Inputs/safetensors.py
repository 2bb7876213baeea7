"""Writes a safetensors file of f32 and i32 vectors: NAME:TYPE=1,2,3 …"""

import json
import struct
import sys

header, data = {}, b""
for argument in sys.argv[2:]:
    name, values = argument.split("=")
    name, dtype = name.split(":")
    numbers = [float(v) if dtype == "F32" else int(v) for v in values.split(",")]
    code = "f" if dtype == "F32" else "i"
    raw = struct.pack(f"<{len(numbers)}{code}", *numbers)
    header[name] = {"dtype": dtype, "shape": [len(numbers)],
                    "data_offsets": [len(data), len(data) + len(raw)]}
    data += raw
text = json.dumps(header).encode()
with open(sys.argv[1], "wb") as file:
    file.write(struct.pack("<Q", len(text)) + text + data)
