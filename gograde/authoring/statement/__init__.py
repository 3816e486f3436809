"""What students read: a package's statement as Markdown, as a page and as a PDF."""
