ALTER TABLE "channels" ADD COLUMN "mark" text;--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "next_read_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "last_read_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "channels_to_read" ON "channels" USING btree ("next_read_at");