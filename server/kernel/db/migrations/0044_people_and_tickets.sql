CREATE TABLE "handover_tickets" (
	"conversation_id" uuid PRIMARY KEY NOT NULL,
	"request_id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ticket_id" bigint
);
--> statement-breakpoint
ALTER TABLE "handover_settings" ADD COLUMN "zendesk_token" text;--> statement-breakpoint
ALTER TABLE "handover_settings" ADD COLUMN "zendesk_failure" jsonb;--> statement-breakpoint
ALTER TABLE "handovers" ADD COLUMN "requester" text DEFAULT 'visitor' NOT NULL;--> statement-breakpoint
ALTER TABLE "handover_tickets" ADD CONSTRAINT "handover_tickets_conversation_id_handovers_conversation_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."handovers"("conversation_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "handover_tickets_due" ON "handover_tickets" USING btree ("next_try_at") WHERE "handover_tickets"."status" = 'pending';