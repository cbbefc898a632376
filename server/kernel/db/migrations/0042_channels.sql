CREATE TABLE "channel_messages" (
	"channel_id" uuid NOT NULL,
	"key" text NOT NULL,
	"visitor_id" uuid NOT NULL,
	"thread" text NOT NULL,
	"is_endless" boolean NOT NULL,
	"place" jsonb NOT NULL,
	"content" text NOT NULL,
	"reply" jsonb,
	"conversation_id" uuid,
	"answer_id" uuid,
	"sent_key" text,
	"status" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "channel_messages_channel_id_key_pk" PRIMARY KEY("channel_id","key")
);
--> statement-breakpoint
CREATE TABLE "channels" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"integration_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"account" text NOT NULL,
	"name" text NOT NULL,
	"url" text NOT NULL,
	"settings" jsonb NOT NULL,
	"secrets" text NOT NULL,
	"daily_limit" integer DEFAULT 500 NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"error" jsonb,
	"last_message_at" timestamp with time zone,
	"created_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "channels_account" UNIQUE("kind","account","url")
);
--> statement-breakpoint
ALTER TABLE "visitors" ADD COLUMN "channel_id" uuid;--> statement-breakpoint
ALTER TABLE "visitors" ADD COLUMN "known_as" text;--> statement-breakpoint
ALTER TABLE "channel_messages" ADD CONSTRAINT "channel_messages_channel_id_channels_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."channels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "channel_messages" ADD CONSTRAINT "channel_messages_visitor_id_visitors_id_fk" FOREIGN KEY ("visitor_id") REFERENCES "public"."visitors"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "channel_messages" ADD CONSTRAINT "channel_messages_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "channels" ADD CONSTRAINT "channels_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "channels" ADD CONSTRAINT "channels_integration_id_integrations_id_fk" FOREIGN KEY ("integration_id") REFERENCES "public"."integrations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "channels" ADD CONSTRAINT "channels_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "channel_messages_due" ON "channel_messages" USING btree ("next_try_at") WHERE "channel_messages"."status" = 'waiting';--> statement-breakpoint
CREATE INDEX "channel_messages_thread" ON "channel_messages" USING btree ("visitor_id","thread");--> statement-breakpoint
CREATE INDEX "channel_messages_conversation" ON "channel_messages" USING btree ("conversation_id");--> statement-breakpoint
CREATE INDEX "channel_messages_sent" ON "channel_messages" USING btree ("channel_id","sent_key");--> statement-breakpoint
CREATE INDEX "channel_messages_day" ON "channel_messages" USING btree ("channel_id","created_at");--> statement-breakpoint
CREATE INDEX "channels_organization" ON "channels" USING btree ("organization_id");--> statement-breakpoint
ALTER TABLE "visitors" ADD CONSTRAINT "visitors_channel_id_channels_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."channels"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visitors" ADD CONSTRAINT "visitors_channel" UNIQUE("channel_id","known_as");