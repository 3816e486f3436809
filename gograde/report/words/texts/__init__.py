"""What pages say, a table a language with the same keys; messages of tests are in English."""
