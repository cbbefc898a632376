CREATE TABLE "source_readers" (
	"source_id" uuid NOT NULL,
	"list" text NOT NULL,
	"reader" text NOT NULL,
	CONSTRAINT "source_readers_source_id_list_reader_pk" PRIMARY KEY("source_id","list","reader")
);
--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "sharing" jsonb;--> statement-breakpoint
ALTER TABLE "provisioned_groups" ADD COLUMN "service_address" text;--> statement-breakpoint
ALTER TABLE "source_pages" ADD COLUMN "readers" text;--> statement-breakpoint
ALTER TABLE "sources" ADD COLUMN "follows_readers" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "source_readers" ADD CONSTRAINT "source_readers_source_id_sources_id_fk" FOREIGN KEY ("source_id") REFERENCES "public"."sources"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "source_readers_reader" ON "source_readers" USING btree ("reader");--> statement-breakpoint
CREATE UNIQUE INDEX "provisioned_groups_service_address" ON "provisioned_groups" USING btree ("organization_id","service_address");--> statement-breakpoint
CREATE INDEX "source_pages_readers" ON "source_pages" USING btree ("source_id","readers");