import { toast as sonner } from 'sonner'
import { beforeEach } from 'vitest'
import { page } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react/pure'
import { look } from '../harness/look.ts'

// Walks share a page: each begins with an empty one, as wide as a desktop, that somebody looks at.
beforeEach(async () => {
  await cleanup()
  // The library keeps what it shows outside of React.
  sonner.dismiss()
  look('visible')
  await page.viewport(1280, 1000)
})
