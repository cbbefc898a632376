CREATE TABLE "group_members" (
	"group_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	CONSTRAINT "group_members_group_id_user_id_pk" PRIMARY KEY("group_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "knowledge_base_readers" (
	"knowledge_base_id" uuid NOT NULL,
	"group_id" uuid,
	"user_id" uuid,
	CONSTRAINT "knowledge_base_readers_one" CHECK (num_nonnulls("knowledge_base_readers"."group_id", "knowledge_base_readers"."user_id") = 1)
);
--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "read_from" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "knowledge_bases" ADD COLUMN "is_restricted" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "provisioned_groups" ADD COLUMN "managed_by" text DEFAULT 'provider' NOT NULL;--> statement-breakpoint
ALTER TABLE "group_members" ADD CONSTRAINT "group_members_group_id_provisioned_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."provisioned_groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "group_members" ADD CONSTRAINT "group_members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "knowledge_base_readers" ADD CONSTRAINT "knowledge_base_readers_knowledge_base_id_knowledge_bases_id_fk" FOREIGN KEY ("knowledge_base_id") REFERENCES "public"."knowledge_bases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "knowledge_base_readers" ADD CONSTRAINT "knowledge_base_readers_group_id_provisioned_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."provisioned_groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "knowledge_base_readers" ADD CONSTRAINT "knowledge_base_readers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "group_members_user" ON "group_members" USING btree ("user_id","group_id");--> statement-breakpoint
CREATE UNIQUE INDEX "knowledge_base_readers_user" ON "knowledge_base_readers" USING btree ("user_id","knowledge_base_id");--> statement-breakpoint
CREATE UNIQUE INDEX "knowledge_base_readers_group" ON "knowledge_base_readers" USING btree ("group_id","knowledge_base_id");--> statement-breakpoint
CREATE INDEX "knowledge_base_readers_base" ON "knowledge_base_readers" USING btree ("knowledge_base_id");--> statement-breakpoint
CREATE INDEX "messages_read_from" ON "messages" USING gin ("read_from");--> statement-breakpoint
INSERT INTO "group_members" ("group_id", "user_id") SELECT "group_id", "user_id" FROM "provisioned_group_members";--> statement-breakpoint
CREATE FUNCTION "follow_former_group_members"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    DELETE FROM "group_members" WHERE "group_id" = OLD."group_id" AND "user_id" = OLD."user_id";
    RETURN OLD;
  END IF;
  INSERT INTO "group_members" ("group_id", "user_id") VALUES (NEW."group_id", NEW."user_id") ON CONFLICT DO NOTHING;
  RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER "provisioned_group_members_followed" AFTER INSERT OR DELETE ON "provisioned_group_members" FOR EACH ROW EXECUTE FUNCTION "follow_former_group_members"();--> statement-breakpoint
UPDATE "messages" SET "read_from" = "used"."bases" FROM (
  SELECT "answer_id", array_agg(DISTINCT "knowledge_base_id") AS "bases"
  FROM "document_uses" INNER JOIN "documents" ON "documents"."id" = "document_uses"."document_id"
  GROUP BY "answer_id"
) AS "used" WHERE "messages"."id" = "used"."answer_id";--> statement-breakpoint
CREATE FUNCTION "forget_reader"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM "group_members" USING "provisioned_groups" AS "of"
    WHERE "of"."id" = "group_members"."group_id" AND "of"."managed_by" <> 'provider'
      AND "of"."organization_id" = OLD."organization_id" AND "group_members"."user_id" = OLD."user_id";
  DELETE FROM "knowledge_base_readers" USING "knowledge_bases"
    WHERE "knowledge_bases"."id" = "knowledge_base_readers"."knowledge_base_id"
      AND "knowledge_bases"."organization_id" = OLD."organization_id"
      AND "knowledge_base_readers"."user_id" = OLD."user_id";
  RETURN OLD;
END
$$;--> statement-breakpoint
CREATE TRIGGER "memberships_removed" AFTER DELETE ON "memberships" FOR EACH ROW EXECUTE FUNCTION "forget_reader"();
