import type { Client, ClientOptions } from 'openapi-fetch'
import type { components, paths } from './schema.d.ts'

/** The things that requests and answers are made of, by the names of the reference: `Schemas['Document']`. */
export type Schemas = components['schemas']

/** Calls by method and address: `lectern.GET('/api/v1/organizations')`. */
export type Lectern = Client<paths>

export interface LecternOptions extends ClientOptions {
  /** Where Lectern runs, as `https://lectern.example.com`. */
  baseUrl: string
  /** A key of Settings → API keys. */
  apiKey: string
}

export function createLectern(options: LecternOptions): Lectern
