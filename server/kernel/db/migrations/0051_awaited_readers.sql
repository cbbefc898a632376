ALTER TABLE "documents" ADD COLUMN "versions_from" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "source_pages" ADD COLUMN "awaited" jsonb;--> statement-breakpoint
CREATE FUNCTION "remember_ended_sign_in"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "ended_connections" ("source_id", "settings", "secrets")
  VALUES (
    OLD."id",
    jsonb_build_object('kind', 'connector', 'connector', OLD."connector", 'url', OLD."url",
      'settings', OLD."settings", 'choices', '[]'::jsonb),
    OLD."secrets"
  ) ON CONFLICT DO NOTHING;
  RETURN OLD;
END
$$;--> statement-breakpoint
CREATE TRIGGER "connection_sign_ins_ended" AFTER DELETE ON "connection_sign_ins" FOR EACH ROW
  WHEN (OLD."status" = 'connected')
  EXECUTE FUNCTION "remember_ended_sign_in"();
