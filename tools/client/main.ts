import { startTestServer } from '../../tests/harness/server.ts'
import { writeSchema } from './schema.ts'

/** `npm run client`: writes the types of the TypeScript client anew. */
const server = await startTestServer({ appFolder: '/nowhere' })
writeSchema((await server.inject({ url: '/docs/openapi.json' })).json())
await server.close()
