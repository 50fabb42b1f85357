CREATE INDEX "search_entries_terms" ON "search_entries" USING gin (to_tsvector('simple', substr("scope", 1, 9) || replace("text", ' ', ' ' || substr("scope", 1, 9))));
