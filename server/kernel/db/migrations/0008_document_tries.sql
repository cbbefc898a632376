CREATE TABLE "removed_files" (
	"document_id" uuid PRIMARY KEY NOT NULL
);
--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "tries" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "retries" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "not_before" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "documents_waiting" ON "documents" USING btree ("created_at") WHERE "documents"."status" = 'queued';