CREATE TABLE "chores" (
	"name" text PRIMARY KEY NOT NULL,
	"done_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE UNLOGGED TABLE "open_sockets" (
	"id" uuid PRIMARY KEY NOT NULL,
	"process_id" uuid NOT NULL,
	"holder" uuid NOT NULL,
	"network" text,
	"opened_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "processes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"seen_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE UNLOGGED TABLE "rate_counts" (
	"key" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"ends_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD COLUMN "process_id" uuid;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "written_by" uuid;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "takeovers" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "open_sockets" ADD CONSTRAINT "open_sockets_process_id_processes_id_fk" FOREIGN KEY ("process_id") REFERENCES "public"."processes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "open_sockets_holder" ON "open_sockets" USING btree ("holder");--> statement-breakpoint
CREATE INDEX "open_sockets_network" ON "open_sockets" USING btree ("network");--> statement-breakpoint
CREATE INDEX "open_sockets_process" ON "open_sockets" USING btree ("process_id");--> statement-breakpoint
CREATE INDEX "messages_unfinished" ON "messages" USING btree ("written_by") WHERE "messages"."status" = 'streaming';