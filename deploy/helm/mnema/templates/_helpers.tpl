{{- define "mnema.name" -}}
{{- if contains .Chart.Name .Release.Name }}{{ .Release.Name | trunc 45 | trimSuffix "-" }}
{{- else }}{{ printf "%s-%s" .Release.Name .Chart.Name | trunc 45 | trimSuffix "-" }}
{{- end }}
{{- end }}

{{- define "mnema.selector" -}}
app.kubernetes.io/name: {{ .root.Chart.Name }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end }}

{{- define "mnema.labels" -}}
{{ include "mnema.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version | replace "+" "_" }}
{{- end }}

{{/* The component that serves requests. */}}
{{- define "mnema.server" -}}
{{ if eq .Values.mode "embedded" }}embedded{{ else }}api{{ end }}
{{- end }}

{{/* The pod of a component: embedded, api, worker or migrate. */}}
{{- define "mnema.pod" -}}
{{- $values := .root.Values }}
{{- $isMigration := eq .component "migrate" }}
metadata:
  labels:
    {{- include "mnema.labels" . | nindent 4 }}
  {{- with $values.podAnnotations }}
  annotations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
spec:
  # A Service named mnema would set MNEMA_PORT and others, and the server rejects unknown variables.
  enableServiceLinks: false
  automountServiceAccountToken: false
  {{- with $values.imagePullSecrets }}
  imagePullSecrets:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  # The pod leaves its Service within 5 seconds, and ends within 10 more.
  terminationGracePeriodSeconds: 20
  securityContext:
    runAsNonRoot: true
    runAsUser: 1000
    runAsGroup: 1000
    fsGroup: 1000
    fsGroupChangePolicy: OnRootMismatch
    seccompProfile:
      type: RuntimeDefault
  {{- if $isMigration }}
  restartPolicy: Never
  {{- end }}
  containers:
    - name: mnema
      image: {{ $values.image.repository }}{{ if $values.image.digest }}@{{ $values.image.digest }}{{ else }}:{{ $values.image.tag | default .root.Chart.AppVersion }}{{ end }}
      imagePullPolicy: {{ $values.image.pullPolicy }}
      {{- if $isMigration }}
      args: [node, server/dist/cli/mnema.js, migrate]
      {{- end }}
      env:
        - name: MNEMA_PORT
          value: "8787"
        {{- if eq $values.mode "production" }}
        - name: MNEMA_STORE
          value: mongodb
        - name: MNEMA_QUEUE
          value: bull
        {{- end }}
        {{- if has .component (list "api" "worker") }}
        - name: MNEMA_ROLES
          value: {{ .component }}
        {{- end }}
        {{- range $values.secret.keys }}
        - name: {{ . }}_FILE
          value: /run/secrets/mnema/{{ . }}
        {{- end }}
        {{- range $name, $value := $values.settings }}
        - name: {{ $name }}
          value: {{ $value | quote }}
        {{- end }}
      securityContext:
        allowPrivilegeEscalation: false
        readOnlyRootFilesystem: true
        capabilities:
          drop: [ALL]
      resources:
        {{- toYaml .resources | nindent 8 }}
      {{- if not $isMigration }}
      ports:
        - name: http
          containerPort: 8787
      startupProbe:
        httpGet: {path: /healthz, port: http}
        periodSeconds: 2
        timeoutSeconds: 5
        # A start on MongoDB may build indexes for five minutes.
        failureThreshold: 165
      # 200 also while degraded: a pod without its embedder still serves.
      readinessProbe:
        httpGet: {path: /readyz, port: http}
        periodSeconds: 5
        timeoutSeconds: 5
      livenessProbe:
        httpGet: {path: /healthz, port: http}
        periodSeconds: 10
        timeoutSeconds: 5
        failureThreshold: 6
      lifecycle:
        preStop:
          sleep: {seconds: 5}
      {{- end }}
      volumeMounts:
        - name: tmp
          mountPath: /tmp
        - name: data
          mountPath: /data
        {{- if $values.secret.keys }}
        - name: secrets
          mountPath: /run/secrets/mnema
          readOnly: true
        {{- end }}
  volumes:
    - name: tmp
      emptyDir: {}
    {{- if ne .component "embedded" }}
    - name: data
      emptyDir: {}
    {{- end }}
    {{- if $values.secret.keys }}
    - name: secrets
      secret:
        secretName: {{ $values.secret.name }}
        defaultMode: 0440
        items:
          {{- range $values.secret.keys }}
          - {key: {{ . }}, path: {{ . }}}
          {{- end }}
    {{- end }}
  {{- if has .component (list "api" "worker") }}
  topologySpreadConstraints:
    - maxSkew: 1
      topologyKey: kubernetes.io/hostname
      whenUnsatisfiable: ScheduleAnyway
      labelSelector:
        matchLabels:
          {{- include "mnema.selector" . | nindent 10 }}
  {{- end }}
  {{- with $values.nodeSelector }}
  nodeSelector:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with $values.tolerations }}
  tolerations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with $values.affinity }}
  affinity:
    {{- toYaml . | nindent 4 }}
  {{- end }}
{{- end }}
