"""A match as text: header, reader, writer, and the seals on what an onlooker may not know yet."""
