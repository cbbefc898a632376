ALTER TABLE "handovers" ADD COLUMN "customer_id" text;--> statement-breakpoint
ALTER TABLE "public_pages" ADD COLUMN "identity_secret" text;--> statement-breakpoint
ALTER TABLE "public_pages" ADD COLUMN "identity_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "visitors" ADD COLUMN "customer" jsonb;