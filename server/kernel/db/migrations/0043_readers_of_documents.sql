CREATE TABLE "document_readers" (
	"document_id" uuid NOT NULL,
	"group_id" uuid,
	"user_id" uuid,
	CONSTRAINT "document_readers_one" CHECK (num_nonnulls("document_readers"."group_id", "document_readers"."user_id") = 1)
);
--> statement-breakpoint
CREATE TABLE "record_retention" (
	"organization_id" uuid PRIMARY KEY NOT NULL,
	"audit_days" integer,
	"deleted_document_days" integer,
	"delivery_days" integer
);
--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "documents_read" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "is_restricted" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "retention_runs" ADD COLUMN "audit_entries" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "retention_runs" ADD COLUMN "documents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "retention_runs" ADD COLUMN "deliveries" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "document_readers" ADD CONSTRAINT "document_readers_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_readers" ADD CONSTRAINT "document_readers_group_id_provisioned_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."provisioned_groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_readers" ADD CONSTRAINT "document_readers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "record_retention" ADD CONSTRAINT "record_retention_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "document_readers_user" ON "document_readers" USING btree ("user_id","document_id");--> statement-breakpoint
CREATE UNIQUE INDEX "document_readers_group" ON "document_readers" USING btree ("group_id","document_id");--> statement-breakpoint
CREATE INDEX "document_readers_document" ON "document_readers" USING btree ("document_id");--> statement-breakpoint
CREATE INDEX "messages_documents_read" ON "messages" USING gin ("documents_read");--> statement-breakpoint
CREATE INDEX "documents_restricted" ON "documents" USING btree ("knowledge_base_id") WHERE "documents"."is_restricted";--> statement-breakpoint
-- What an answer was written from, and what was said before it in its conversation.
UPDATE "messages" SET "documents_read" = "read"."documents" FROM (
  SELECT "answer"."id", array_agg(DISTINCT "used"."document_id") AS "documents"
  FROM "messages" AS "answer"
  INNER JOIN "messages" AS "earlier" ON "earlier"."conversation_id" = "answer"."conversation_id"
    AND "earlier"."position" <= "answer"."position"
  INNER JOIN "document_uses" AS "used" ON "used"."answer_id" = "earlier"."id"
  WHERE "answer"."role" = 'assistant'
  GROUP BY "answer"."id"
) AS "read" WHERE "messages"."id" = "read"."id";--> statement-breakpoint
-- Answers from a restricted document that is deleted are nobody's any more, as with a restricted knowledge base.
CREATE FUNCTION "close_answers"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "messages" SET "read_from" = array_append("read_from", OLD."id")
    WHERE "documents_read" @> ARRAY[OLD."id"];
  DELETE FROM "golden_questions" WHERE "knowledge_base_id" = OLD."knowledge_base_id"
    AND "expected" @> jsonb_build_array(jsonb_build_object('documentId', OLD."id"));
  RETURN OLD;
END
$$;--> statement-breakpoint
CREATE TRIGGER "documents_closed" AFTER DELETE ON "documents" FOR EACH ROW WHEN (OLD."is_restricted")
  EXECUTE FUNCTION "close_answers"();--> statement-breakpoint
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
  RETURN OLD;
END
$$;
