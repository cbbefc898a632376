import { eq } from 'drizzle-orm'
import { fileTypeFromBuffer } from 'file-type'
import sharp from 'sharp'
import type { Db } from '../db/open.ts'
import { organizations, pictures, users } from '../db/schema/index.ts'
import { invalid } from '../errors.ts'

const SIDE = 512 // pixels
const PIXELS_MAX = 50_000_000
const READ = ['image/png', 'image/jpeg', 'image/webp']
const UNREADABLE = 'Choose a PNG, JPEG or WebP picture.'

/** Whose picture it is. */
export type Subject = { userId: string } | { organizationId: string }

/**
 * Drawn anew, square, as WebP: of the file that was sent, and of what it said about camera and place, nothing stays.
 * @throws Refusal 422 for what is no PNG, JPEG or WebP, whatever it is called
 */
async function redrawn(file: Buffer): Promise<Buffer> {
  const type = await fileTypeFromBuffer(file)
  if (!type || !READ.includes(type.mime)) throw invalid({ file: UNREADABLE }, UNREADABLE)
  try {
    return await sharp(file, { limitInputPixels: PIXELS_MAX })
      .rotate()
      .resize(SIDE, SIDE, { fit: 'cover', withoutEnlargement: false })
      .webp({ quality: 86 })
      .toBuffer()
  } catch {
    throw invalid({ file: 'This picture cannot be read.' }, 'This picture cannot be read.')
  }
}

export type Pictures = ReturnType<typeof createPictures>

export function createPictures(db: Db) {
  const whose = (subject: Subject) =>
    'userId' in subject
      ? eq(pictures.userId, subject.userId)
      : eq(pictures.organizationId, subject.organizationId)

  /** A new picture has a new id, so that the address of one always means the same. */
  const replace = (subject: Subject, content: Buffer | null) =>
    db.transaction(async (tx) => {
      await tx.delete(pictures).where(whose(subject))
      const [row] =
        content === null
          ? []
          : await tx
              .insert(pictures)
              .values({ ...subject, content })
              .returning({ id: pictures.id })
      const url = row ? `/api/v1/pictures/${row.id}` : null
      if ('userId' in subject)
        await tx.update(users).set({ profilePictureUrl: url }).where(eq(users.id, subject.userId))
      else
        await tx
          .update(organizations)
          .set({ logoUrl: url, updatedAt: new Date() })
          .where(eq(organizations.id, subject.organizationId))
    })

  return {
    /** @throws Refusal 422 */
    set: async (subject: Subject, file: Buffer) => replace(subject, await redrawn(file)),
    remove: (subject: Subject) => replace(subject, null),
    async find(id: string): Promise<Buffer | null> {
      const [row] = await db.select({ content: pictures.content }).from(pictures).where(eq(pictures.id, id))
      return row?.content ?? null
    },
  }
}
