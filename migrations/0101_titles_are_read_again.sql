-- Titles were stored with the markup of EVE: without their ETag, the next reading stores them again.
UPDATE `corporation_pages` SET etag = NULL WHERE source = 'titles';
--> statement-breakpoint
UPDATE `character_sections` SET etag = NULL WHERE section = 'titles' AND (instr(data, '<') OR instr(data, '&'));
