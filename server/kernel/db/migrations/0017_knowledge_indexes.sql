CREATE TABLE "index_readings" (
	"index_id" uuid NOT NULL,
	"document_id" uuid NOT NULL,
	"reading" integer,
	"version" integer,
	"served_at" timestamp with time zone,
	"is_read" boolean DEFAULT false NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"passage_count" integer DEFAULT 0 NOT NULL,
	"word_count" integer DEFAULT 0 NOT NULL,
	"error" jsonb,
	"changes" jsonb,
	"lost_edits" jsonb,
	CONSTRAINT "index_readings_index_id_document_id_pk" PRIMARY KEY("index_id","document_id")
);
--> statement-breakpoint
CREATE TABLE "knowledge_indexes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"knowledge_base_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"status" text DEFAULT 'queued' NOT NULL,
	"origin" text NOT NULL,
	"restored_number" integer,
	"passage_size" integer NOT NULL,
	"passage_overlap" integer NOT NULL,
	"progress" jsonb,
	"error" jsonb,
	"report" jsonb,
	"recall" jsonb,
	"recall_before" jsonb,
	"is_approved" boolean DEFAULT false NOT NULL,
	"claimed_until" timestamp with time zone,
	"not_before" timestamp with time zone,
	"started_at" timestamp with time zone,
	"published_at" timestamp with time zone,
	"created_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "knowledge_bases" ADD COLUMN "index_number" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "index_readings" ADD CONSTRAINT "index_readings_index_id_knowledge_indexes_id_fk" FOREIGN KEY ("index_id") REFERENCES "public"."knowledge_indexes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "index_readings" ADD CONSTRAINT "index_readings_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "knowledge_indexes" ADD CONSTRAINT "knowledge_indexes_knowledge_base_id_knowledge_bases_id_fk" FOREIGN KEY ("knowledge_base_id") REFERENCES "public"."knowledge_bases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "knowledge_indexes" ADD CONSTRAINT "knowledge_indexes_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "index_readings_document" ON "index_readings" USING btree ("document_id");--> statement-breakpoint
CREATE UNIQUE INDEX "knowledge_indexes_number" ON "knowledge_indexes" USING btree ("knowledge_base_id","number");--> statement-breakpoint
CREATE UNIQUE INDEX "knowledge_indexes_open" ON "knowledge_indexes" USING btree ("knowledge_base_id") WHERE "knowledge_indexes"."status" in ('queued', 'building', 'ready');--> statement-breakpoint
INSERT INTO "knowledge_indexes" ("knowledge_base_id", "number", "status", "origin", "passage_size", "passage_overlap", "published_at", "created_by", "created_at", "updated_at")
	SELECT "id", 1, 'published', 'created', ("settings"->>'passage_size')::integer, ("settings"->>'passage_overlap')::integer, "created_at", "created_by", "created_at", "created_at" FROM "knowledge_bases";
