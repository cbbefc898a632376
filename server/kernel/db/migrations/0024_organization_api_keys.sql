ALTER TABLE "api_keys" ADD COLUMN "organization_id" uuid;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "created_by" uuid;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "api_keys_organization" ON "api_keys" USING btree ("organization_id");--> statement-breakpoint
UPDATE "api_keys" SET "created_by" = "user_id";--> statement-breakpoint
UPDATE "api_keys" SET "scopes" = array_replace("scopes", 'chat', 'ask');--> statement-breakpoint
-- What a key with "manage" could write before, it can still write.
UPDATE "api_keys" SET "scopes" = array_append("scopes", 'write') WHERE 'manage' = ANY ("scopes");
