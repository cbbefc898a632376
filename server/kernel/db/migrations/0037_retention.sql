CREATE TABLE "past_answers" (
	"integration_id" uuid NOT NULL,
	"channel" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"answered" boolean,
	"model" text,
	"prompt_tokens" integer,
	"completion_tokens" integer,
	"model_uses" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "retention_rules" (
	"organization_id" uuid NOT NULL,
	"integration_id" uuid,
	"channel" text,
	"days" integer,
	CONSTRAINT "retention_rules_scope" UNIQUE NULLS NOT DISTINCT("organization_id","integration_id","channel")
);
--> statement-breakpoint
CREATE TABLE "retention_runs" (
	"organization_id" uuid PRIMARY KEY NOT NULL,
	"conversations" integer NOT NULL,
	"handovers" integer NOT NULL,
	"visitors" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "past_answers" ADD CONSTRAINT "past_answers_integration_id_integrations_id_fk" FOREIGN KEY ("integration_id") REFERENCES "public"."integrations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "retention_rules" ADD CONSTRAINT "retention_rules_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "retention_rules" ADD CONSTRAINT "retention_rules_integration_id_integrations_id_fk" FOREIGN KEY ("integration_id") REFERENCES "public"."integrations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "retention_runs" ADD CONSTRAINT "retention_runs_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "past_answers_integration" ON "past_answers" USING btree ("integration_id","created_at");