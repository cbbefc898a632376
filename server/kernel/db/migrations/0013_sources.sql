CREATE TABLE "source_pages" (
	"source_id" uuid NOT NULL,
	"url" text NOT NULL,
	"document_id" uuid,
	"page" jsonb NOT NULL,
	CONSTRAINT "source_pages_source_id_url_pk" PRIMARY KEY("source_id","url")
);
--> statement-breakpoint
CREATE TABLE "sources" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"knowledge_base_id" uuid NOT NULL,
	"settings" jsonb NOT NULL,
	"refresh" text DEFAULT 'never' NOT NULL,
	"status" text DEFAULT 'queued' NOT NULL,
	"progress" jsonb,
	"error" jsonb,
	"report" jsonb,
	"reading" integer DEFAULT 0 NOT NULL,
	"last_read_at" timestamp with time zone,
	"next_at" timestamp with time zone,
	"created_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "source_pages" ADD CONSTRAINT "source_pages_source_id_sources_id_fk" FOREIGN KEY ("source_id") REFERENCES "public"."sources"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "source_pages" ADD CONSTRAINT "source_pages_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sources" ADD CONSTRAINT "sources_knowledge_base_id_knowledge_bases_id_fk" FOREIGN KEY ("knowledge_base_id") REFERENCES "public"."knowledge_bases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sources" ADD CONSTRAINT "sources_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "source_pages_document" ON "source_pages" USING btree ("document_id");--> statement-breakpoint
CREATE INDEX "sources_knowledge_base" ON "sources" USING btree ("knowledge_base_id");--> statement-breakpoint
CREATE INDEX "sources_due" ON "sources" USING btree ("next_at") WHERE "sources"."next_at" is not null;