CREATE TABLE "record_retention" (
	"organization_id" uuid PRIMARY KEY NOT NULL,
	"audit_days" integer,
	"deleted_document_days" integer,
	"delivery_days" integer
);
--> statement-breakpoint
ALTER TABLE "retention_runs" ADD COLUMN "audit_entries" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "retention_runs" ADD COLUMN "documents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "retention_runs" ADD COLUMN "deliveries" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "record_retention" ADD CONSTRAINT "record_retention_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;