CREATE TABLE "connection_sign_ins" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"state_hash" text NOT NULL,
	"browser_hash" text NOT NULL,
	"session_id" uuid NOT NULL,
	"knowledge_base_id" uuid NOT NULL,
	"connector" text NOT NULL,
	"url" text NOT NULL,
	"settings" jsonb NOT NULL,
	"secrets" text NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"refusal" jsonb,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "connection_sign_ins_stateHash_unique" UNIQUE("state_hash")
);
--> statement-breakpoint
ALTER TABLE "connection_sign_ins" ADD CONSTRAINT "connection_sign_ins_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connection_sign_ins" ADD CONSTRAINT "connection_sign_ins_knowledge_base_id_knowledge_bases_id_fk" FOREIGN KEY ("knowledge_base_id") REFERENCES "public"."knowledge_bases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "connection_sign_ins_expires" ON "connection_sign_ins" USING btree ("expires_at");