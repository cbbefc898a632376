import type { Client, ClientOptions } from 'openapi-fetch'
import type { components, paths } from './schema.d.ts'

/** The schemas of requests and responses, named as in the reference: `Schemas['Document']`. */
export type Schemas = components['schemas']

/** Calls by method and address: `lectern.GET('/api/v1/organizations')`. */
export type Lectern = Client<paths>

export interface LecternOptions extends ClientOptions {
  /** The server's address, such as `https://lectern.example.com`. */
  baseUrl: string
  /** A key from Settings → API keys. */
  apiKey: string
}

export function createLectern(options: LecternOptions): Lectern
