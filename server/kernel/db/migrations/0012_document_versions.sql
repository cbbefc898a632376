CREATE TABLE "document_versions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"document_id" uuid NOT NULL,
	"knowledge_base_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"type" text NOT NULL,
	"size" integer NOT NULL,
	"content_hash" text NOT NULL,
	"created_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "removed_files" RENAME COLUMN "document_id" TO "file_id";--> statement-breakpoint
DROP INDEX "passages_document";--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "source" text DEFAULT 'file' NOT NULL;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "url" text;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "enabled" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "reading" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "served_reading" integer;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "served_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "passages" ADD COLUMN "reading" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "passages" ADD COLUMN "enabled" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "passages" ADD COLUMN "original" text;--> statement-breakpoint
ALTER TABLE "document_versions" ADD CONSTRAINT "document_versions_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_versions" ADD CONSTRAINT "document_versions_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "document_versions_number" ON "document_versions" USING btree ("document_id","number");--> statement-breakpoint
CREATE INDEX "documents_content" ON "documents" USING btree ("knowledge_base_id","content_hash");--> statement-breakpoint
CREATE INDEX "passages_document" ON "passages" USING btree ("document_id","reading","position");--> statement-breakpoint
UPDATE "documents" SET "reading" = 1, "status" = CASE WHEN "status" IN ('parsing', 'chunking', 'indexing') THEN 'queued' ELSE "status" END;--> statement-breakpoint
UPDATE "documents" SET "served_reading" = 1, "served_at" = "updated_at" WHERE "status" = 'ready';--> statement-breakpoint
INSERT INTO "document_versions" ("id", "document_id", "knowledge_base_id", "number", "type", "size", "content_hash", "created_by", "created_at")
  SELECT "id", "id", "knowledge_base_id", 1, "type", "size", "content_hash", "created_by", "created_at" FROM "documents";--> statement-breakpoint
DROP TRIGGER "documents_removed" ON "documents";--> statement-breakpoint
CREATE OR REPLACE FUNCTION "remember_removed_file"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "removed_files" ("file_id", "knowledge_base_id") VALUES (OLD."id", OLD."knowledge_base_id")
    ON CONFLICT DO NOTHING;
  RETURN OLD;
END
$$;--> statement-breakpoint
CREATE TRIGGER "document_versions_removed" AFTER DELETE ON "document_versions" FOR EACH ROW EXECUTE FUNCTION "remember_removed_file"();
