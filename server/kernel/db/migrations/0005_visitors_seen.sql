ALTER TABLE "conversations" DROP CONSTRAINT "conversations_visitor_id_visitors_id_fk";
--> statement-breakpoint
ALTER TABLE "visitors" ADD COLUMN "last_seen_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_visitor_id_visitors_id_fk" FOREIGN KEY ("visitor_id") REFERENCES "public"."visitors"("id") ON DELETE set null ON UPDATE no action;