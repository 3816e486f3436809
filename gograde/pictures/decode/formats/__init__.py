"""The formats that pictures are taken in, one module each: what is looked at before anything is decoded.

Each `check` walks a file by its headers alone and gives it back bare: what is needed for the
pixels of the first frame, without texts, profiles, further frames or anything behind the end.
"""
