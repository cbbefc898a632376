ALTER TABLE "removed_files" ADD COLUMN "knowledge_base_id" uuid;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "remember_removed_file"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "removed_files" ("document_id", "knowledge_base_id") VALUES (OLD."id", OLD."knowledge_base_id")
    ON CONFLICT DO NOTHING;
  RETURN OLD;
END
$$;
