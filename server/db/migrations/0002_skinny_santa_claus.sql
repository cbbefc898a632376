ALTER TABLE "messages" ADD COLUMN "unsupported" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "feedback" jsonb;