"""The cards as data: the closed vocabulary of their texts (`words`), their tables (`schema`), the reader (`reader`)."""
