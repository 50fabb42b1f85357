CREATE VIRTUAL TABLE `search_terms` USING fts5(`terms`, content='', contentless_delete=1, tokenize='unicode61 remove_diacritics 2', prefix='10 11 12');--> statement-breakpoint
INSERT INTO `search_terms` (`rowid`, `terms`) SELECT `id`, substr(`scope`, 1, 9) || replace(`text`, ' ', ' ' || substr(`scope`, 1, 9)) FROM `search_entries`;--> statement-breakpoint
CREATE TRIGGER `search_terms_inserted` AFTER INSERT ON `search_entries` BEGIN
  INSERT INTO `search_terms` (`rowid`, `terms`) VALUES (new.`id`, substr(new.`scope`, 1, 9) || replace(new.`text`, ' ', ' ' || substr(new.`scope`, 1, 9)));
END;--> statement-breakpoint
CREATE TRIGGER `search_terms_deleted` AFTER DELETE ON `search_entries` BEGIN
  DELETE FROM `search_terms` WHERE `rowid` = old.`id`;
END;--> statement-breakpoint
CREATE TRIGGER `search_terms_updated` AFTER UPDATE ON `search_entries` BEGIN
  DELETE FROM `search_terms` WHERE `rowid` = old.`id`;
  INSERT INTO `search_terms` (`rowid`, `terms`) VALUES (new.`id`, substr(new.`scope`, 1, 9) || replace(new.`text`, ' ', ' ' || substr(new.`scope`, 1, 9)));
END;
