import { randomUUID } from 'node:crypto'
import multipart from '@fastify/multipart'
import { and, eq, notInArray } from 'drizzle-orm'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { fileTypeFromBuffer } from 'file-type'
import sharp from 'sharp'
import { record } from '../audit.ts'
import type { Db } from '../db/open.ts'
import { organizations, pictures, users } from '../db/schema/index.ts'
import { refusal, refusalWith } from '../errors.ts'
import { upTo } from '../http/uploads.ts'
import { say } from '../texts/say.ts'

const SIDE = 512 // pixels
const PIXELS_MAX = 50_000_000
const READ = ['image/png', 'image/jpeg', 'image/webp']

/** Lets a plugin's routes accept one file, whose bytes `fileOf` counts. */
export const takeOneFile = (app: FastifyInstance) =>
  app.register(multipart, { limits: { fileSize: Number.POSITIVE_INFINITY, files: 1, fields: 5 } })

/** 422 about the uploaded file. */
const wrongFile = (code: 'no_picture' | 'not_a_picture' | 'picture_unreadable') =>
  refusalWith(code, { fields: { file: say(code) } })

/**
 * The only file of a multipart request, in its field `file`.
 * @throws Refusal 413, 422
 */
export async function fileOf(request: FastifyRequest, bytesMax: number): Promise<Buffer> {
  if (!request.isMultipart()) throw wrongFile('no_picture')
  const part = await request.file()
  if (part?.fieldname !== 'file') throw wrongFile('no_picture')
  const tooLarge = () => refusal('picture_too_large', { megabytes: bytesMax / 1024 / 1024 })
  const chunks: Buffer[] = []
  for await (const chunk of upTo(part.file, bytesMax, tooLarge)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** Owner of the picture. */
type Subject = { userId: string } | { organizationId: string }

/**
 * Redraws the picture as a square WebP, so that nothing of the uploaded file remains, including camera and
 * location data.
 * @throws Refusal 422 for anything but a PNG, JPEG or WebP picture, whatever its name
 */
async function redrawn(file: Buffer): Promise<Buffer> {
  const type = await fileTypeFromBuffer(file)
  if (!type || !READ.includes(type.mime)) throw wrongFile('not_a_picture')
  try {
    return await sharp(file, { limitInputPixels: PIXELS_MAX })
      .rotate()
      .resize(SIDE, SIDE, { fit: 'cover', withoutEnlargement: false })
      .webp({ quality: 86 })
      .toBuffer()
  } catch {
    throw wrongFile('picture_unreadable')
  }
}

const addressOf = (id: string) => `/api/v1/pictures/${id}`
const idIn = (url: string) => url.slice(addressOf('').length)

export type Pictures = ReturnType<typeof createPictures>

export function createPictures(db: Db) {
  const whose = (subject: Subject) =>
    'userId' in subject
      ? eq(pictures.userId, subject.userId)
      : eq(pictures.organizationId, subject.organizationId)

  /** A new picture has a new id, so that an address always shows the same one. */
  const replace = (subject: Subject, content: Buffer | null) =>
    db.transaction(async (tx) => {
      const picture = content && { ...subject, id: randomUUID(), content }
      const url = picture && addressOf(picture.id)
      // Locks whose picture it is: of two uploads at once, the later one replaces the other.
      if ('userId' in subject)
        await tx.update(users).set({ profilePictureUrl: url }).where(eq(users.id, subject.userId))
      else {
        const { organizationId: id } = subject
        const [row] = await tx
          .update(organizations)
          .set({ logoUrl: url, updatedAt: new Date() })
          .where(eq(organizations.id, id))
          .returning({ name: organizations.name })
        await record(tx, id, {
          action: 'organization.changed',
          target: { id, name: row?.name ?? '' },
          details: { fields: 'logo' },
        })
      }
      await tx.delete(pictures).where(whose(subject))
      if (picture) await tx.insert(pictures).values(picture)
    })

  const find = async (id: string): Promise<Buffer | null> => {
    const [row] = await db.select({ content: pictures.content }).from(pictures).where(eq(pictures.id, id))
    return row?.content ?? null
  }

  return {
    /** @throws Refusal 422 */
    set: async (subject: Subject, file: Buffer) => replace(subject, await redrawn(file)),
    remove: (subject: Subject) => replace(subject, null),

    /**
     * Adds an assistant's logo and drops those not in `kept`, all by address. Returns the new address.
     * @throws Refusal 422
     */
    async addLogo(integrationId: string, file: Buffer, kept: readonly string[]): Promise<string> {
      const content = await redrawn(file)
      return db.transaction(async (tx) => {
        const isOwn = eq(pictures.integrationId, integrationId)
        await tx
          .delete(pictures)
          .where(kept.length === 0 ? isOwn : and(isOwn, notInArray(pictures.id, kept.map(idIn))))
        const [row] = await tx
          .insert(pictures)
          .values({ integrationId, content })
          .returning({ id: pictures.id })
        return addressOf(row!.id)
      })
    },

    /** Copies the logo for another assistant, under a new address. */
    async copyLogo(url: string, integrationId: string): Promise<string> {
      const content = await find(idIn(url))
      if (!content) return ''
      const [row] = await db
        .insert(pictures)
        .values({ integrationId, content })
        .returning({ id: pictures.id })
      return addressOf(row!.id)
    },

    /** The content at an address that one of these returned. */
    contentOf: (url: string) => find(idIn(url)),
    find,
  }
}
