ALTER TABLE "users" ADD COLUMN "email_verified_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "link_id" uuid;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_link_id_mailed_links_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."mailed_links"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mails_link" ON "mails" USING btree ("link_id");