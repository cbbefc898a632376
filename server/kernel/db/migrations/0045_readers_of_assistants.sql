CREATE TABLE "integration_readers" (
	"integration_id" uuid NOT NULL,
	"group_id" uuid,
	"user_id" uuid,
	CONSTRAINT "integration_readers_one" CHECK (num_nonnulls("integration_readers"."group_id", "integration_readers"."user_id") = 1)
);
--> statement-breakpoint
ALTER TABLE "integrations" ADD COLUMN "is_restricted" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "integration_readers" ADD CONSTRAINT "integration_readers_integration_id_integrations_id_fk" FOREIGN KEY ("integration_id") REFERENCES "public"."integrations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "integration_readers" ADD CONSTRAINT "integration_readers_group_id_provisioned_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."provisioned_groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "integration_readers" ADD CONSTRAINT "integration_readers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "integration_readers_user" ON "integration_readers" USING btree ("user_id","integration_id");--> statement-breakpoint
CREATE UNIQUE INDEX "integration_readers_group" ON "integration_readers" USING btree ("group_id","integration_id");--> statement-breakpoint
CREATE INDEX "integration_readers_integration" ON "integration_readers" USING btree ("integration_id");--> statement-breakpoint
CREATE OR REPLACE FUNCTION "forget_reader"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM "group_members" USING "provisioned_groups" AS "of"
    WHERE "of"."id" = "group_members"."group_id" AND "of"."managed_by" <> 'provider'
      AND "of"."organization_id" = OLD."organization_id" AND "group_members"."user_id" = OLD."user_id";
  DELETE FROM "knowledge_base_readers" USING "knowledge_bases"
    WHERE "knowledge_bases"."id" = "knowledge_base_readers"."knowledge_base_id"
      AND "knowledge_bases"."organization_id" = OLD."organization_id"
      AND "knowledge_base_readers"."user_id" = OLD."user_id";
  DELETE FROM "document_readers" USING "documents", "knowledge_bases"
    WHERE "documents"."id" = "document_readers"."document_id"
      AND "knowledge_bases"."id" = "documents"."knowledge_base_id"
      AND "knowledge_bases"."organization_id" = OLD."organization_id"
      AND "document_readers"."user_id" = OLD."user_id";
  DELETE FROM "integration_readers" USING "integrations"
    WHERE "integrations"."id" = "integration_readers"."integration_id"
      AND "integrations"."organization_id" = OLD."organization_id"
      AND "integration_readers"."user_id" = OLD."user_id";
  RETURN OLD;
END
$$;
