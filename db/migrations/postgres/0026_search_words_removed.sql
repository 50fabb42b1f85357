DROP INDEX "search_entries_words";
