DROP INDEX "passages_search";--> statement-breakpoint
ALTER TABLE "passages" DROP COLUMN "search";