ALTER TABLE "gaps" ADD COLUMN "embedding_model" text;--> statement-breakpoint
ALTER TABLE "passages" ADD COLUMN "embedding_model" text;--> statement-breakpoint
-- Vectors of this many numbers are the embedded model's: those of any other are made anew.
UPDATE "passages" SET "embedding_model" = 'universal-sentence-encoder-lite' WHERE octet_length("embedding") = 2048;--> statement-breakpoint
UPDATE "gaps" SET "embedding_model" = 'universal-sentence-encoder-lite' WHERE octet_length("embedding") = 2048;--> statement-breakpoint
CREATE INDEX "passages_embedding_model" ON "passages" USING btree ("knowledge_base_id","embedding_model") WHERE "passages"."embedding" is not null;