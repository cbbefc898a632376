CREATE TABLE "ended_connections" (
	"source_id" uuid PRIMARY KEY NOT NULL,
	"settings" jsonb NOT NULL,
	"secrets" text NOT NULL,
	"ended_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE FUNCTION "remember_ended_connection"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "ended_connections" ("source_id", "settings", "secrets")
  VALUES (OLD."id", OLD."settings", OLD."secrets") ON CONFLICT DO NOTHING;
  RETURN OLD;
END
$$;--> statement-breakpoint
CREATE TRIGGER "sources_ended" AFTER DELETE ON "sources" FOR EACH ROW
  WHEN (OLD."secrets" IS NOT NULL AND OLD."settings" #>> '{settings,client_id}' IS NOT NULL)
  EXECUTE FUNCTION "remember_ended_connection"();
