ALTER TABLE "documents" ADD COLUMN "versions_from" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "source_pages" ADD COLUMN "awaited" jsonb;