ALTER TABLE "pictures" ADD COLUMN "integration_id" uuid;--> statement-breakpoint
ALTER TABLE "pictures" ADD CONSTRAINT "pictures_integration_id_integrations_id_fk" FOREIGN KEY ("integration_id") REFERENCES "public"."integrations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "pictures_integration" ON "pictures" USING btree ("integration_id");