#!/bin/bash
# STAND-INS. These are not YunoHost's helpers: they were written for the test of deploy/yunohost, and do what its scripts need of the helpers 2.1 with the same names and
# options, in a container that has neither systemd nor YunoHost. A helper that is not here ends the script. What this cannot show is in deploy/yunohost/README.md.
set -euo pipefail

nodejs_dir="/opt/node_n/n/versions/node/$nodejs_version/bin"
PATH="$nodejs_dir:$PATH"

# Prints the value of an option, as in: option template --template="env" --full_replace
option() {
    local name="$1" one
    shift
    for one in "$@"; do
        if [ "$one" = "--$name" ]; then echo 1; fi
        if [[ "$one" == "--$name="* ]]; then echo "${one#*=}"; fi
    done
}

ynh_die() { echo "$*" >&2; exit 1; }
ynh_print_info() { echo "$*"; }
ynh_print_warn() { echo "! $*"; }
ynh_script_progression() { echo "> $*"; }
ynh_hide_warnings() { "$@" 2>&1; }
ynh_safe_rm() { rm -rf "$1"; }
ynh_exec_as_app() { setpriv --reuid "$app" --regid "$app" --init-groups env HOME="$install_dir" PATH="$PATH" "$@"; }

# The source that the core has fetched is unpacked only if it is the one of the manifest.
ynh_setup_source() {
    local dest_dir sum
    dest_dir="$(option dest_dir "$@")"
    sum="$(sed -n '/^ *\[resources.sources.main\]/,/^ *\[/s/^ *sha256 = "\(.*\)"$/\1/p' "$YNH_APP_BASEDIR/manifest.toml")"
    echo "$sum $source_of_app" | sha256sum --check --status || ynh_die "Corrupt source"
    if [ "$(option full_replace "$@")" = 1 ]; then rm -rf "$dest_dir"; fi
    mkdir -p "$dest_dir"
    tar --extract --file="$source_of_app" --directory="$dest_dir" --strip-components 1
    chmod -R u=rwX,g=rX,o=--- "$dest_dir"
    chown -R "$app:$app" "$dest_dir"
}

# Every __NAME__ of the template becomes the value of the variable `name`, which has to be there.
ynh_config_add() {
    local destination name
    destination="$(option destination "$@")"
    touch "$destination"
    chmod 400 "$destination"
    case "$destination" in "$install_dir"/*) chmod 600 "$destination" && chown "$app:$app" "$destination" ;; esac
    cat "$YNH_APP_BASEDIR/conf/$(option template "$@")" > "$destination"
    grep -o '__[A-Z][A-Z0-9_]*__' "$destination" | sort -u | while read -r name; do
        local variable="${name:2:-2}"
        variable="${variable,,}"
        [[ -v "$variable" ]] || ynh_die "\$$variable is not set"
        sed -i "s@$name@${!variable//&/\\&}@g" "$destination"
    done
}
ynh_config_add_nginx() {
    ynh_config_add --template="nginx.conf" --destination="/etc/nginx/conf.d/$domain.d/$app.conf"
    ynh_systemctl --service=nginx --action=reload
}
ynh_config_remove_nginx() {
    rm -f "/etc/nginx/conf.d/$domain.d/$app.conf"
    ynh_systemctl --service=nginx --action=reload
}
ynh_config_change_url_nginx() {
    rm -f "/etc/nginx/conf.d/$old_domain.d/$app.conf"
    ynh_config_add_nginx
}
ynh_config_add_systemd() { ynh_config_add --template="systemd.service" --destination="/etc/systemd/system/$app.service"; }
ynh_config_remove_systemd() {
    ynh_systemctl --service="$app" --action=stop
    rm -f "/etc/systemd/system/$app.service"
}

# Of the unit of the app, User, WorkingDirectory, EnvironmentFile and ExecStart are obeyed; the rest needs systemd.
ynh_systemctl() {
    local service action pid_file journal
    service="$(option service "$@")"
    action="$(option action "$@")"
    pid_file="/run/$service.pid"
    journal="/var/log/$service.journal"
    case "$service $action" in
        "nginx reload") nginx -t -q && nginx -s reload ;;
        *" start")
            local unit="/etc/systemd/system/$service.service" line tries user command
            line="$(option wait_until "$@")"
            : > "$journal"
            read -ra command <<< "$(in_unit ExecStart "$unit")"
            user="$(in_unit User "$unit")"
            (
                exec < /dev/null >> "$journal" 2>&1
                cd "$(in_unit WorkingDirectory "$unit")"
                set -a
                # shellcheck source=/dev/null
                . "$(in_unit EnvironmentFile "$unit")"
                exec setsid setpriv --reuid "$user" --regid "$user" --init-groups "${command[@]}"
            ) &
            echo $! > "$pid_file"
            for tries in $(seq 300); do
                if grep -Eq "$line" "$journal"; then return; fi
                if [ ! -e "/proc/$(cat "$pid_file")" ]; then break; fi
                sleep 0.2
            done
            cat "$journal" >&2
            ynh_die "$service did not start ($tries)"
            ;;
        *" stop")
            if [ ! -e "$pid_file" ]; then return; fi
            kill -TERM "$(cat "$pid_file")"
            while kill -0 "$(cat "$pid_file")" 2>/dev/null; do sleep 0.1; done
            rm "$pid_file"
            ;;
        *) ynh_die "no stand-in for $service $action" ;;
    esac
}
in_unit() { sed -n "s/^$1=//p" "$2"; }

# It only declares what the core copies after the script.
ynh_backup() {
    [ -e "$1" ] || ynh_die "$1 does not exist"
    echo "$1" >> "$YNH_BACKUP_CSV"
}
ynh_restore() {
    rm -rf "$1"
    mkdir -p "$(dirname "$1")"
    mv ".$1" "$1"
}

# YunoHost's own command, as far as the scripts ask for it.
yunohost() {
    [ "$1" = service ] || ynh_die "no stand-in for yunohost $*"
    case "$2" in
        add) touch "/etc/yunohost/service-$3" ;;
        status) [ -e "/etc/yunohost/service-$3" ] ;;
        remove) rm "/etc/yunohost/service-$3" ;;
        *) ynh_die "no stand-in for yunohost $*" ;;
    esac
}
