CREATE FUNCTION "remember_removed_file"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "removed_files" ("document_id") VALUES (OLD."id") ON CONFLICT DO NOTHING;
  RETURN OLD;
END
$$;--> statement-breakpoint
CREATE TRIGGER "documents_removed" AFTER DELETE ON "documents" FOR EACH ROW EXECUTE FUNCTION "remember_removed_file"();--> statement-breakpoint
DROP SCHEMA IF EXISTS "pgboss" CASCADE;
