import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const path = (name: string) => fileURLToPath(new URL(name, import.meta.url));

export default defineConfig({
  publicDir: false,
  build: {
    ssr: true,
    outDir: path('dist/server'),
    emptyOutDir: true,
    target: 'node20',
    sourcemap: true,
    minify: false,
    rollupOptions: {
      input: {
        main: path('src/server/main.ts'),
        doctor: path('scripts/doctor.ts'),
        stats: path('scripts/stats.ts'),
        'seed-demo': path('scripts/seed-demo.ts'),
      },
      output: { format: 'esm', entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
    },
  },
});
